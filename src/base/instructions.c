/* The compiler's own macros say which; the code that chooses its paths by the same macros cannot
   disagree. */
#include "base/instructions.h"

const char *instructions_of_core(void)
{
#if defined(__AVX512F__) && defined(__BMI2__)
    return "x86-64 with AVX-512 and BMI2";
#elif defined(__AVX2__) && defined(__BMI2__)
    return "x86-64 with AVX2 and BMI2";
#elif defined(__x86_64__)
    return "x86-64";
#elif defined(__aarch64__)
    return "AArch64";
#else
    return "portable";
#endif
}
