import { Mark } from "./mark.tsx";
import { PageLink } from "./page-link.tsx";

/** An address that leads nowhere. */
export function Nowhere() {
  return (
    <main className="stranger" id="main" tabIndex={-1}>
      <p className="brand">
        <Mark size={32} />
      </p>
      <h1>There is no such page</h1>
      <p>
        Nothing is at <code>{location.pathname}</code>. A link to a question looks like <code>/a/ask_…</code>
      </p>
      <p>
        <PageLink to="/">What is waiting</PageLink>
      </p>
    </main>
  );
}
