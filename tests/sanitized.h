/* How much work a test does: all of it, or a share where every step is watched by a sanitizer and
   takes many times as long. */
#ifndef TESTS_SANITIZED_H
#define TESTS_SANITIZED_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(SANITIZED)
#define SANITIZED 1
#endif
#if !defined(SANITIZED)
#define SANITIZED 0
#endif

#define SANITIZED_SHARE(whole, share) (SANITIZED ? (share) : (whole))

#endif
