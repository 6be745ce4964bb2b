// Runs before the first paint, so that a dark page never flashes white.
(() => {
  let theme = "auto";
  try {
    theme = JSON.parse(localStorage.getItem("potez.settings"))?.theme ?? "auto";
  } catch {
    // storage refused: the system's theme
  }
  const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
