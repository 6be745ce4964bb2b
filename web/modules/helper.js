// A thread of an engine that another worker leads: the same module on the same memory, with a stack of
// its own. It sleeps and searches inside browser_help and is ended from outside.
onmessage = ({ data: { module, memory, stack } }) => {
  const { exports } = new WebAssembly.Instance(module, {
    env: { memory },
    host: { now: () => performance.now(), report: () => {} },
  });
  exports.__stack_pointer.value = stack;
  exports.browser_help();
};
