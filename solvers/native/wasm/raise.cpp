// What `throw` does in a WebAssembly module: it hands the words of the exception to the page and
// never returns. Nothing unwinds, so nothing here catches; the page drops the instance.
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <typeinfo>

extern "C" {

__attribute__((import_module("page"), import_name("raise"), noreturn)) void
raise_in_page(const char *words);

// Called by what the compiler makes of `throw`; see the Itanium C++ ABI. All that the engines throw
// derives from std::exception alone, so its address is that of the exception.
void *__cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }
void __cxa_free_exception(void *thrown) noexcept { std::free(thrown); }
[[noreturn]] void __cxa_throw(void *thrown, std::type_info *, void (*)(void *)) {
  raise_in_page(static_cast<const std::exception *>(thrown)->what());
}
}
