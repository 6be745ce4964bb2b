/* A frame begins with two bytes; the upper bit of the second says that it is masked. Only lengths
   are followed from there, so a frame costs a few operations per call of recv. */
#include "ports/server/masking.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>

/* How far a socket is in its present frame. */
struct masking_frame {
    bool watched;
    uint8_t at;       /* bytes of the head that have come, up to the length's end */
    uint8_t extra;    /* bytes of a long length */
    uint64_t payload; /* as far as its length is known */
    uint64_t left;    /* bytes of the key and the payload that are still to come */
};

static _Thread_local struct masking_frame *frames;
static _Thread_local int frame_count;

bool masking_open(int files)
{
    frames = calloc((size_t)files, sizeof *frames);
    frame_count = frames ? files : 0;
    return frames != NULL;
}

void masking_close(void)
{
    free(frames);
    frames = NULL;
    frame_count = 0;
}

void masking_begin(int socket)
{
    if (socket >= 0 && socket < frame_count)
        frames[socket] = (struct masking_frame){.watched = true};
}

void masking_end(int socket)
{
    if (socket >= 0 && socket < frame_count)
        frames[socket].watched = false;
}

/* One byte of a head; false when it says that the frame is not masked. */
static bool take_head(struct masking_frame *frame, uint8_t byte)
{
    if (frame->at == 1) {
        frame->extra = (byte & 127) == 127 ? 8 : (byte & 127) == 126 ? 2 : 0;
        frame->payload = frame->extra ? 0 : byte & 127;
        if (!(byte & 128))
            return false;
    } else if (frame->at > 1) {
        frame->payload = frame->payload << 8 | byte;
    }
    if (++frame->at == 2 + frame->extra) {
        frame->left = frame->payload + 4; /* the key */
        frame->at = 0;
    }
    return true;
}

static bool all_masked(struct masking_frame *frame, const uint8_t *bytes, size_t length)
{
    while (length) {
        size_t step = frame->left < length ? (size_t)frame->left : length;
        frame->left -= step;
        if (step == 0 && !take_head(frame, *bytes))
            return false;
        step += step == 0;
        bytes += step;
        length -= step;
    }
    return true;
}

/* The library calls this one instead of the system's: a name that the program has comes first. */
__attribute__((visibility("default"))) ssize_t recv(int socket, void *buffer, size_t length,
                                                    int flags)
{
    static const unsigned char goodbye[] = {0x88, 2, 0x03, 0xea}; /* 1002, protocol error */
    ssize_t got = recvfrom(socket, buffer, length, flags, NULL, NULL);
    if (got <= 0 || (flags & MSG_PEEK) || socket >= frame_count || !frames[socket].watched ||
        all_masked(&frames[socket], buffer, (size_t)got))
        return got;
    send(socket, goodbye, sizeof goodbye, MSG_NOSIGNAL | MSG_DONTWAIT);
    errno = ECONNRESET;
    return -1;
}
