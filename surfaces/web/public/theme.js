// Runs before the first paint, so that dark mode does not flash white. theme.ts handles later changes.
let chosen = null;
try {
  chosen = localStorage.getItem("yourcall.theme");
} catch {
  // Without storage the theme follows the system.
}
const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
document.documentElement.dataset.theme = chosen === "light" || chosen === "dark" ? chosen : system;
