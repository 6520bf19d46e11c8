// Runs before the first paint, so that dark mode has no flash of light.
try {
  const theme = localStorage.getItem("yourcall.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the theme follows the system.
}
