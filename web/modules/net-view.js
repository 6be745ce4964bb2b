// The view of a game over the net: the board as everywhere, and above it what concerns the people: the invitation, who
// has left and who is back, offers, "you are watching".
import { announce, h, replace, toast } from "./dom.js";
import { invitationCard, joinCard } from "./invitation.js";
import { muted, phrase, phraseDialog } from "./phrases.js";
import { PlayView } from "./play.js";
import { sure } from "./dialog.js";
import { t } from "./texts.js";

const tell = (text) => {
  toast(text);
  announce(text);
};

export class NetView extends PlayView {
  constructor(app, match, net) {
    super(app, { match, players: match.players, options: {}, position: null, kept: false, tab: "play" });
    this.net = net;
    this.near = match.own === 1 ? 1 : 0;
    this.banners = new Map(); // what is shown, by its kind: { key, element }
    this.board.enable(match.personsTurn ? match.state.moves : []);
    this.bannerHost = h("div", { class: "banner-host" });
    this.tableHost.parentNode.append(this.bannerHost);
    this.watching = h("p", { class: "watching", role: "status" });
    this.element.querySelector(".tabs").after(this.watching);
    this.netPaint();
  }

  address() {
    return `#net/${this.match.room}`;
  }

  refresh() {
    this.showAll({ animate: true });
    this.netPaint();
  }

  // Somebody sat down here.
  seated() {
    this.near = this.match.own === 1 ? 1 : 0;
    this.refresh();
  }

  // A card stays as it is while what it says does, so that nobody loses the field they are in.
  #banner(kind, key, make) {
    const old = this.banners.get(kind);
    if (old?.key === key) return;
    if (key === null) this.banners.delete(kind);
    else this.banners.set(kind, { key, element: make() });
  }

  netPaint() {
    const { match, net } = this;
    this.sides();
    this.drawActions();
    if (!net) return;
    const { game } = this, going = !match.over, link = match.waiting && going ? net.inviteLink() : null;
    this.#banner("invite", link && `${link} ${match.code}`, () => invitationCard({ link, code: match.code, listed: match.listed, game, onCallOff: () => match.command("abort") }));
    const host = match.seats.findIndex(({ taken }) => taken), asked = net.mayJoin && !net.joining && match.waiting && going;
    this.#banner("join", asked ? "join" : null, () => joinCard({ who: match.seats[host].name, game, side: 1 - host, time: match.time,
      onJoin: () => net.join(), onWatch: () => net.justWatch() }));
    const watching = match.own < 0 && !asked && !net.joining;
    const note = watching ? [t("net.watching"), match.spectators > 1 ? t("net.watchers", { n: match.spectators }) : ""].join(" ") : "";
    if (this.watching.textContent !== note) this.watching.textContent = note;
    const { offer } = match;
    this.#banner("offer", offer && match.own >= 0 ? `${offer.kind} ${offer.side}` : null, () => this.#offerCard(offer));
    const shown = [...this.banners.values()].map(({ element }) => element);
    if (shown.length !== this.bannerHost.children.length || shown.some((element, i) => element !== this.bannerHost.children[i])) replace(this.bannerHost, shown);
    this.board.enable(match.personsTurn || (match.looking && match.over) ? match.state.moves : []);
  }

  #offerCard({ kind, side }) {
    const { match } = this, from = this.game.sides.indexOf(side), mine = from === match.own;
    return h("div", { class: "card banner", role: "status" },
      h("b", {}, mine ? t(`net.offered.${kind}`) : t(`net.offer.${kind}`, { side: match.nameOf(from) })),
      mine ? null : h("div", { class: "row" }, h("button", { type: "button", class: "go", onclick: () => match.command(kind) }, t("net.accept")),
        h("button", { type: "button", onclick: () => match.command("decline") }, t("net.decline"))));
  }

  // A player who is away is marked so.
  sides() {
    super.sides();
    [this.near, 1 - this.near].forEach((side, row) => {
      const seat = this.match.seats[side];
      if (seat.taken && !seat.online && side !== this.match.own) this.who[row].querySelector(".name").append(h("small", { class: "away" }, t("net.away")));
    });
  }

  // Who came and went, of those at the board.
  presence(taken, online, names, spectators) {
    const { match } = this;
    match.seats.forEach((seat, side) => {
      if (side !== match.own && seat.taken && seat.online !== online[side]) tell(t(online[side] ? "net.back" : "net.left", { who: match.nameOf(side) }));
      Object.assign(seat, { taken: taken[side], online: online[side], name: names[side] });
    });
    match.spectators = spectators;
    match.callPlayers();
  }

  joined(side, name) {
    const { match } = this, at = this.game.sides.indexOf(side);
    Object.assign(match.seats[at], { taken: true, online: true, name });
    match.callPlayers();
    if (at !== match.own) tell(t("net.came", { who: match.nameOf(at) }));
  }

  said(side, number) {
    const { match } = this, from = this.game.sides.indexOf(side), text = phrase(number);
    if (text && (from === match.own || !muted())) tell(t("net.says", { who: from === match.own ? t("player.you") : match.nameOf(from), phrase: text }));
  }

  actionButtons() {
    const { match } = this;
    const { at, length } = match.state;
    const seated = match.own >= 0, going = seated && !match.over && !match.waiting;
    return [
      this.button("back", t("step.back"), () => match.go(at - 1), at === 0, "["),
      this.button("forward", t("step.on"), () => match.go(at + 1), at === length, "]"),
      this.button("undo", t("net.takeback"), () => match.command("takeback"), !going || at === 0),
      this.button("check", t("net.draw"), () => match.command("draw"), !going),
      this.button("flag", t("net.resign"), () => this.#resign(), !seated || match.over),
      this.button("speech", t("net.say"), () => this.#say(), !seated || match.waiting),
      this.button("swap", t("turn.board"), () => this.swap(), false, "S"),
    ];
  }

  // A game that has hardly begun is called off without a question.
  async #resign() {
    const { match } = this;
    if (match.state.length < 2) match.command("abort");
    else if (await sure(t("resign.sure"), t("net.resign"), t("resign.no"))) match.command("resign");
  }

  async #say() {
    const number = await phraseDialog();
    if (number !== null) this.match.command("say", { phrase: number });
  }

  swap() {
    this.turn();
  }

  hint() {
    toast(t("net.no.hints"));
  }

  restart() {
    if (this.match.own >= 0) this.match.command("rematch");
  }

  newGame() {
    this.app.leave();
  }

  // Nobody gets the engine's help while a game goes on.
  tab(name) {
    if (["analysis", "review"].includes(name) && this.match && !this.match.over && this.match.own >= 0) {
      toast(t("net.no.hints"));
      return;
    }
    super.tab(name);
  }

  close() {
    super.close();
    this.net?.close();
  }
}
