/* Rooms, links and mail: the part of the hub that commands are built on (hub_commands.c has the
   commands).

   The promise is that nobody is told of a change before it is on disk. A change gets a ticket
   from the store, the room remembers the ticket of its last change, and a message about the room
   carries that ticket. Messages whose ticket is not yet kept wait in one queue, in order. A peer
   that has mail waiting gets everything else behind it, so nobody sees events out of order. When
   the disk fails, waiting replies become errors, and every room that was ahead of the disk is
   thrown away and read back as it was kept (hub_lost).

   Rooms are found in a hash table of fixed size and live as long as somebody is in them or the
   game goes on. The tick walks through all of them several times a second. That is a few cache
   lines per room, cheap for the tens of thousands of rooms that the limits allow; a sorted list
   of deadlines would cost more code than it saves time. */
#include "ports/server/hub_inside.h"

#include "base/hash.h"
#include "ports/server/answers.h"

#include <stdlib.h>
#include <string.h>

static size_t bucket_of(const char *name)
{
    uint64_t hash = 0;
    for (; *name; name++)
        hash = hash_pair(hash, (uint8_t)*name);
    return hash & (HUB_BUCKETS - 1);
}

uint64_t hub_now(const struct hub *hub)
{
    return hub->outside.now(hub->outside.self);
}

int64_t hub_date(const struct hub *hub)
{
    return hub->outside.date(hub->outside.self);
}

static struct room *in_memory(const struct hub *hub, const char *name)
{
    struct room *room = hub->bucket[bucket_of(name)];
    while (room && strcmp(room->kept.name, name) != 0)
        room = room->next;
    return room;
}

struct room *hub_find(struct hub *hub, const char *name)
{
    const char *dot = strchr(name, '.');
    if (strlen(dot ? dot + 1 : name) != STORE_RANDOM || strlen(name) > STORE_NAME)
        return NULL;
    struct room *room = in_memory(hub, name);
    if (!room && hub->outside.fetch(hub->outside.self, name))
        room = in_memory(hub, name);
    return room;
}

void hub_insert(struct hub *hub, struct room *room)
{
    struct room **bucket = &hub->bucket[bucket_of(room->kept.name)];
    room->next = *bucket;
    *bucket = room;
    room->seen = hub_date(hub);
    hub->counts.rooms++;
    hub->counts.open += !room->kept.over;
    if (room->kept.number > hub->last_number)
        hub->last_number = room->kept.number;
    for (int side = 0; side < 2; side++)
        share_allowance_fill(&room->phrases[side], &hub_phrase_rate, hub_now(hub));
    hub_invite(hub, room);
}

static void drop_room(struct hub *hub, struct room *room)
{
    struct room **at = &hub->bucket[bucket_of(room->kept.name)];
    while (*at != room)
        at = &(*at)->next;
    *at = room->next;
    hub_end_invitation(hub, room);
    hub->counts.rooms--;
    hub->counts.open -= !room->kept.over;
    share_close(room->owner);
    room_free(room);
}

bool hub_restore(void *self, const struct store_room *kept, const struct store_move *moves,
                 int count)
{
    struct hub *hub = self;
    struct error error;
    if (in_memory(hub, kept->name))
        return true;
    struct room *room = room_restore(kept, moves, count, hub_now(hub), &error);
    if (room) /* a game that this program no longer knows stays on disk, untouched */
        hub_insert(hub, room);
    return true;
}

struct hub_link *hub_link_of(const struct hub_peer *peer, const struct room *room)
{
    struct hub_link *link = peer->links;
    while (link && link->room != room)
        link = link->next_of_peer;
    return link;
}

struct hub_link *hub_enter(struct hub *hub, struct hub_peer *peer, struct room *room, int side)
{
    struct hub_link *link = hub_link_of(peer, room);
    if (link && link->side == side)
        return link;
    if (link)
        hub_exit(hub, link);
    if (peer->link_count >= HUB_LINKS_MAX ||
        (side < 0 && room->spectators >= hub->limits.spectators))
        return NULL;
    link = calloc(1, sizeof *link);
    if (!link)
        return NULL;
    *link = (struct hub_link){peer, room, side, peer->links, room->links};
    peer->links = room->links = link;
    peer->link_count++;
    hub->counts.links++;
    room->stirred = true;
    if (side < 0)
        room->spectators++;
    else
        room->online[side]++;
    return link;
}

void hub_exit(struct hub *hub, struct hub_link *link)
{
    struct hub_link **at = &link->peer->links;
    while (*at != link)
        at = &(*at)->next_of_peer;
    *at = link->next_of_peer;
    at = &link->room->links;
    while (*at != link)
        at = &(*at)->next_of_room;
    *at = link->next_of_room;
    link->peer->link_count--;
    hub->counts.links--;
    link->room->stirred = true;
    link->room->seen = hub_date(hub);
    if (link->side < 0)
        link->room->spectators--;
    else
        link->room->online[link->side]--;
    free(link);
}

void hub_leave(struct hub *hub, struct hub_peer *peer)
{
    for (struct hub_mail *mail = peer->mail_first; mail; mail = mail->next_of_peer)
        mail->peer = NULL;
    peer->mail_first = peer->mail_last = NULL;
    while (peer->links)
        hub_exit(hub, peer->links);
}

/* Mail. */

static struct hub_text *text_new(json_t *message)
{
    size_t length = message ? json_dumpb(message, NULL, 0, ANSWERS_COMPACT) : 0;
    struct hub_text *text = length ? malloc(sizeof *text + length + 1) : NULL;
    if (text) {
        *text = (struct hub_text){.references = 1, .length = length};
        json_dumpb(message, text->text, length, ANSWERS_COMPACT);
        text->text[length] = 0;
    }
    json_decref(message);
    return text;
}

static void text_release(struct hub_text *text)
{
    if (text && --text->references == 0)
        free(text);
}

/* There is no memory for what a peer should hear. It may come back and look. */
static void let_go(struct hub *hub, struct hub_peer *peer, bool reply)
{
    hub->outside.send(hub->outside.self, peer, NULL, 0, 503, reply);
}

static void post(struct hub *hub, struct hub_peer *peer, struct hub_text *text, uint64_t ticket,
                 int status, bool reply)
{
    if (ticket <= hub->kept && !peer->mail_first) {
        hub->outside.send(hub->outside.self, peer, text->text, text->length, status, reply);
        return;
    }
    struct hub_mail *mail = malloc(sizeof *mail);
    if (!mail) {
        let_go(hub, peer, reply);
        return;
    }
    *mail = (struct hub_mail){NULL, NULL, peer, text, ticket, status, reply};
    text->references++;
    *hub->last = mail;
    hub->last = &mail->next;
    if (peer->mail_last)
        peer->mail_last->next_of_peer = mail;
    else
        peer->mail_first = mail;
    peer->mail_last = mail;
    hub->counts.mails_waiting++;
}

/* Takes over the text, which is NULL when there was no memory for it. */
static void answer(struct hub *hub, struct hub_peer *peer, struct hub_text *text, uint64_t ticket,
                   int status)
{
    if (text)
        post(hub, peer, text, ticket, status, true);
    else
        let_go(hub, peer, true);
    text_release(text);
}

static struct hub_mail *take_mail(struct hub *hub)
{
    struct hub_mail *mail = hub->first;
    hub->first = mail->next;
    if (!hub->first)
        hub->last = &hub->first;
    if (mail->peer) {
        mail->peer->mail_first = mail->next_of_peer;
        if (!mail->next_of_peer)
            mail->peer->mail_last = NULL;
    }
    hub->counts.mails_waiting--;
    return mail;
}

void hub_kept(struct hub *hub, uint64_t ticket)
{
    if (ticket > hub->kept)
        hub->kept = ticket;
    while (hub->first && hub->first->ticket <= hub->kept) {
        struct hub_mail *mail = take_mail(hub);
        if (mail->peer)
            hub->outside.send(hub->outside.self, mail->peer, mail->text->text, mail->text->length,
                              mail->status, mail->reply);
        text_release(mail->text);
        free(mail);
    }
}

void hub_reply(struct hub *hub, struct hub_peer *peer, const struct room *room,
               const json_t *command, json_t *message)
{
    json_t *id = json_object_get(command, "id");
    if (id && (json_is_integer(id) || json_is_string(id)))
        json_object_set(message, "id", id);
    struct hub_text *text = text_new(message);
    answer(hub, peer, text, room ? room->ticket : 0, 200);
}

void hub_refuse(struct hub *hub, struct hub_peer *peer, const json_t *command, int status,
                const char *code, const char *message)
{
    json_t *said = json_string(message); /* refuses what is not UTF-8 */
    json_t *error = json_pack("{s:s,s:{s:s,s:o}}", "event", "error", "error", "code", code,
                              "message", said ? said : json_string("bad input"));
    json_t *id = json_object_get(command, "id");
    if (id && (json_is_integer(id) || json_is_string(id)))
        json_object_set(error, "id", id);
    struct hub_text *text = text_new(error);
    hub->counts.refused++;
    answer(hub, peer, text, 0, status);
}

void hub_deny(struct hub *hub, struct hub_peer *peer, const json_t *command, enum deny reason,
              json_t *values)
{
    json_t *error = deny_event(reason, values);
    json_t *id = json_object_get(command, "id");
    if (id && (json_is_integer(id) || json_is_string(id)))
        json_object_set(error, "id", id);
    struct hub_text *text = text_new(error);
    hub->counts.refused++;
    answer(hub, peer, text, 0, denials[reason].status);
}

void hub_tell_room(struct hub *hub, const struct room *room, json_t *message)
{
    struct hub_text *text = text_new(message);
    for (struct hub_link *link = room->links; link; link = link->next_of_room)
        if (text)
            post(hub, link->peer, text, room->ticket, 200, false);
        else
            let_go(hub, link->peer, false);
    text_release(text);
}

/* At most once per tick: a crowd that comes and goes costs each of them one message, not the square
   of their number. */
static void tell_presence(struct hub *hub, struct room *room)
{
    room->stirred = false;
    if (room->links)
        hub_tell_room(hub, room,
                      json_pack("{s:s,s:s,s:[b,b],s:[b,b],s:[o,o],s:i}", "event", "presence",
                                "room", room->kept.name, "taken", room->kept.seated[0],
                                room->kept.seated[1], "online", room->online[0] > 0,
                                room->online[1] > 0, "names", room_name(room, 0),
                                room_name(room, 1), "spectators", room->spectators));
}

void hub_keep(struct hub *hub, struct room *room, struct store_change *change)
{
    change->room = room->kept;
    change->date = room->kept.changed = hub_date(hub);
    room->ticket = hub->outside.keep(hub->outside.self, change);
}

void hub_keep_end(struct hub *hub, struct room *room, struct store_change *change)
{
    hub_end_invitation(hub, room);
    if (room_record(room, change))
        hub_keep(hub, room, change);
    else
        room->ticket = hub->outside.keep(hub->outside.self, NULL);
    free(change->moves);
    free(change->options);
}

void hub_tell_end(struct hub *hub, struct room *room)
{
    hub->counts.open--;
    hub->counts.finished++;
    hub_tell_room(hub, room,
                  json_pack("{s:s,s:s,s:o,s:s,s:o}", "event", "over", "room", room->kept.name,
                            "result", room_result(room), "reason", room->kept.reason, "clock",
                            room_clock(room, hub_now(hub))));
}

static void finish(struct hub *hub, struct room *room, enum store_kind kind)
{
    struct store_change change = {.kind = kind};
    hub_keep_end(hub, room, &change);
    hub_tell_end(hub, room);
}

void hub_finish(struct hub *hub, struct room *room)
{
    finish(hub, room, STORE_OVER);
}

/* Everyone in a room that was ahead of the disk is told to look again. */
static void reload(struct hub *hub, struct room *room)
{
    char name[STORE_NAME + 1];
    memcpy(name, room->kept.name, sizeof name);
    struct hub_text *text =
        text_new(json_pack("{s:s,s:s}", "event", "lost", "room", room->kept.name));
    while (room->links) {
        if (text)
            post(hub, room->links->peer, text, 0, 503, false);
        else
            let_go(hub, room->links->peer, false);
        hub_exit(hub, room->links);
    }
    text_release(text);
    drop_room(hub, room);
    hub->outside.fetch(hub->outside.self, name);
}

void hub_lost(struct hub *hub)
{
    struct hub_text *sorry = text_new(deny_event(DENY_STORAGE, NULL));
    while (hub->first) {
        struct hub_mail *mail = take_mail(hub);
        if (mail->peer && mail->reply && sorry)
            hub->outside.send(hub->outside.self, mail->peer, sorry->text, sorry->length, 503, true);
        else if (mail->peer && mail->reply)
            let_go(hub, mail->peer, true);
        text_release(mail->text);
        free(mail);
    }
    text_release(sorry);
    for (size_t i = 0; i < HUB_BUCKETS; i++)
        for (struct room *room = hub->bucket[i], *next; room; room = next) {
            next = room->next;
            if (room->ticket > hub->kept) {
                reload(hub, room);
                next = hub->bucket[i]; /* the bucket has changed: look at it again */
            }
        }
}

/* Whoever made it has left and nobody has come: it would only take somebody else's place. */
static bool forsaken(const struct hub *hub, const struct room *room, int64_t date)
{
    return !room_full(room) && !room->kept.over && !room->links &&
           date - room->seen > hub->limits.unjoined;
}

static bool expired(const struct hub *hub, const struct room *room, int64_t date)
{
    int64_t most = session_ply(room->session) < 2 || !room_full(room) ? hub->limits.unstarted
                                                                      : hub->limits.untouched;
    return !room->kept.over && date - room->kept.changed > most;
}

static void look_at(struct hub *hub, struct room *room, uint64_t now, int64_t date)
{
    int late = room_flag(room, now);
    bool forget = forsaken(hub, room, date);
    if (room->stirred)
        tell_presence(hub, room);
    if (late >= 0) {
        room_end(room, late == 0 ? 0 : 2, "time", now);
        hub_finish(hub, room);
    } else if (forget || expired(hub, room, date)) {
        room_end(room, -1, "abandoned", now);
        finish(hub, room, forget ? STORE_FORGET : STORE_OVER);
    } else if (room->kept.over && !room->links && room->ticket <= hub->kept) {
        drop_room(hub, room);
    }
}

void hub_tick(struct hub *hub)
{
    uint64_t now = hub_now(hub);
    int64_t date = hub_date(hub);
    for (size_t i = 0; i < HUB_BUCKETS; i++)
        for (struct room *room = hub->bucket[i], *next; room; room = next) {
            next = room->next;
            look_at(hub, room, now, date);
        }
}

struct hub *hub_open(const struct hub_limits *limits, const struct hub_outside *outside,
                     int64_t last_number)
{
    struct hub *hub = calloc(1, sizeof *hub);
    if (!hub)
        return NULL;
    hub->limits = *limits;
    hub->outside = *outside;
    hub->last = &hub->first;
    hub->last_number = last_number;
    return hub;
}

void hub_close(struct hub *hub)
{
    if (!hub)
        return;
    while (hub->first) {
        struct hub_mail *mail = take_mail(hub);
        text_release(mail->text);
        free(mail);
    }
    for (size_t i = 0; i < HUB_BUCKETS; i++)
        while (hub->bucket[i]) {
            while (hub->bucket[i]->links)
                hub_exit(hub, hub->bucket[i]->links);
            drop_room(hub, hub->bucket[i]);
        }
    free(hub);
}

struct hub_counts hub_count(const struct hub *hub)
{
    return hub->counts;
}
