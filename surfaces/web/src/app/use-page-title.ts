import { useEffect } from "react";

/** How many wait, in the tab's title and on its icon. */
export function usePageTitle(waiting: number): void {
  useEffect(() => {
    document.title = waiting === 0 ? "yourcall" : `(${waiting}) yourcall`;
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon !== null) icon.href = waiting === 0 ? "/favicon.svg" : toIcon(waiting);
  }, [waiting]);
}

function toIcon(count: number): string {
  const text = count > 99 ? "99" : String(count);
  const size = text.length === 1 ? 22 : 18;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4F46E5"/><text x="16" y="17" font-family="system-ui,sans-serif" font-size="${size}" font-weight="600" fill="#fff" text-anchor="middle" dominant-baseline="central">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
