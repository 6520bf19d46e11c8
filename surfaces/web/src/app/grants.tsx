import "./grants.css";
import type { HubClient } from "@yourcall/client";
import { toGrantText } from "@yourcall/core/internal";
import type { WireGrant } from "@yourcall/core/internal/wire";
import { useCallback, useState } from "react";
import { Icon } from "./icon.tsx";
import { useFresh } from "./use-fresh.ts";

const lookMs = 5000;

interface Kept {
  grants: readonly WireGrant[];
  /** Takes these back, or all of them. */
  revoke: (ids?: readonly string[]) => Promise<void>;
}

/** What the person has allowed for a while, read again while the page is visible, and at once when an ask ends. */
export function useGrants(client: HubClient, decided: number): Kept {
  // biome-ignore lint/correctness/useExhaustiveDependencies: an ask that ended may have made or used one.
  const read = useCallback(() => client.listGrants(), [client, decided]);
  const [grants, setGrants] = useFresh<WireGrant>(read, lookMs);
  return {
    grants,
    async revoke(ids) {
      const gone = await client.revokeGrants(ids);
      setGrants((now) => now.filter(({ id }) => !gone.includes(id)));
    },
  };
}

/** What is allowed for a while, in the head of every page; it opens to take it back. */
export function Grants({ grants, revoke }: Kept) {
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
        <span>{grants.length === 1 ? toGrantText(only, Date.now()) : `${grants.length} allowed for a while`}</span>
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
