import "./grants.css";
import { toGrantText } from "@yourcall/core/internal";
import { useState } from "react";
import { Icon } from "./icon.tsx";
import type { KeptGrants } from "./use-fresh.ts";

/** What is allowed for a while, in the head of every page; it opens to take it back. */
export default function Grants({ grants, revoke }: KeptGrants) {
  const [failed, setFailed] = useState("");
  const [only] = grants;
  if (only === undefined) return null;
  const press = (ids?: readonly string[]) =>
    void revoke(ids).then(
      () => setFailed(""),
      (error: Error) => setFailed(`Not taken back: ${error.message}`),
    );
  return (
    <details className="grants fine">
      <summary>
        <Icon name="shield" />
        <span>
          {grants.length === 1 ? toGrantText(only, Date.now()) : `${grants.length} allowed`}
          {grants.length > 1 && <span className="wide-only"> for a while</span>}
        </span>
      </summary>
      <div>
        <ul aria-label="Allowed for a while">
          {grants.map((grant) => (
            <li key={grant.id}>
              <span>{toGrantText(grant, Date.now())}</span>
              <button type="button" className="small" onClick={() => press([grant.id])}>
                Take back
              </button>
            </li>
          ))}
        </ul>
        {grants.length > 1 && (
          <button type="button" className="small" onClick={() => press()}>
            Take all back
          </button>
        )}
        {failed !== "" && <p role="alert">{failed}</p>}
      </div>
    </details>
  );
}
