import { PageLink } from "../app/page-link.tsx";
import type { LogPart } from "./log-query.ts";

/** The ways to older and newer decisions. */
export function LogPages({ part: { newer, older } }: { part: LogPart }) {
  if (newer === undefined && older === undefined) return null;
  return (
    <nav className="log-pages" aria-label="Pages of the log">
      {newer !== undefined && (
        <PageLink to={newer} rel="prev" onClick={toTop}>
          Newer
        </PageLink>
      )}
      {older !== undefined && (
        <PageLink to={older} rel="next" onClick={toTop}>
          Older
        </PageLink>
      )}
    </nav>
  );
}

// The next page is read from its top, by eyes and by screen readers.
function toTop(): void {
  scrollTo(0, 0);
  document.getElementById("main")?.focus({ preventScroll: true });
}
