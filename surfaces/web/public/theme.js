// Runs before the first paint, so that nobody who chose dark sees a flash of light.
try {
  const theme = localStorage.getItem("yourcall.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}
