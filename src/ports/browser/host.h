/* What the browser's port needs from where it runs: memory that only grows, a clock, someone to
   tell about progress, and sleep until another thread has something to say. In the page it is
   WebAssembly's own memory with its instructions and two functions of the worker (host.c); a test
   brings its own.

   base/clock.h's clock_microseconds comes from here too. */
#ifndef PORTS_BROWSER_HOST_H
#define PORTS_BROWSER_HOST_H

#include <stddef.h>
#include <stdint.h>

#if defined(__wasm__)
#define BROWSER_EXPORT(name) __attribute__((export_name(#name)))
#else
#define BROWSER_EXPORT(name)
#endif

/* Fresh memory, all zero and aligned to 64 bytes; NULL when there is no more. It is never given
   back: keep it and use it again. */
void *host_memory(size_t bytes);

/* The output holds `length` characters about a search that goes on. */
void host_report(uint32_t length);

/* Sleeps while `word` is `value`, or a little less long; host_wake ends the sleep of all. Only
   where there are threads, and never on the page's own, which must not sleep. */
void host_wait(_Atomic uint32_t *word, uint32_t value);
void host_wake(_Atomic uint32_t *word);

#endif
