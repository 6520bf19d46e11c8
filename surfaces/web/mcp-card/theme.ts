import type { HostContext } from "./host.ts";

/** Our variables, and those of the client that they follow. */
const colours = { "--yc-surface": "--color-background-primary", "--yc-text": "--color-text-primary" };
const others = { "--yc-font": "--font-sans", "--yc-mono": "--font-mono", "--yc-radius": "--border-radius-lg" };

/** Makes the card look like the client around it, as far as that says how it looks. A change names only what has changed. */
export function applyTheme({ theme, styles }: HostContext): void {
  const { documentElement: root } = document;
  if (theme === "light" || theme === "dark") {
    root.dataset.theme = theme;
    root.style.colorScheme = theme;
  }
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (typeof value === "string") root.style.setProperty(name, value);
  const given = getComputedStyle(root);
  const has = (name: string) => given.getPropertyValue(name) !== "";
  for (const [own, name] of Object.entries(others)) if (has(name)) root.style.setProperty(own, `var(${name})`);
  // One without the other may be unreadable.
  if (!Object.values(colours).every(has)) return;
  // As one colour: what `light-dark()` means depends on the element that uses it.
  const probe = root.appendChild(document.createElement("i"));
  for (const [own, name] of Object.entries(colours)) {
    probe.style.color = `var(${name})`;
    root.style.setProperty(own, getComputedStyle(probe).color);
  }
  probe.remove();
}
