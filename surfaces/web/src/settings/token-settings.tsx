import type { CreatedToken, HubClient, TokenInfo } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import { useRef, useState } from "react";
import { CopyButton } from "../app/copy-button.tsx";
import { type Reading, ReadProblem } from "../read/use-read.tsx";
import { NewToken } from "./new-token.tsx";
import { Setting } from "./setting.tsx";
import { TokenRow } from "./token-row.tsx";

/** The tokens of programs: their names, how to create one and how to revoke one. `own` is the one this browser uses. */
export function TokenSettings({
  client,
  tokens,
  own,
}: {
  client: HubClient;
  tokens: Reading<TokenInfo[]>;
  own: string | undefined;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  const [created, setCreated] = useState<CreatedToken>();
  const shown = tokens.value?.filter(({ device }) => device === undefined) ?? [];
  return (
    <Setting
      title="Tokens"
      about={
        <>
          A token gives a program access. This machine's own two are in <code>tokens.json</code> in the state directory
          and are not listed here.
        </>
      }
      heading={title}
    >
      <ReadProblem reading={tokens} what="The tokens" />
      {shown.length > 0 && (
        <ul className="token-list">
          {shown.map((token) => (
            <TokenRow
              key={token.id}
              client={client}
              token={token}
              isOwn={token.id === own}
              onGone={() => {
                if (created?.id === token.id) setCreated(undefined);
                // The row disappears, so the focus needs a new place.
                title.current?.focus();
                tokens.again();
              }}
            />
          ))}
        </ul>
      )}
      {tokens.value !== undefined && shown.length === 0 && <p className="meta">No tokens yet.</p>}
      {created !== undefined && (
        <div className="token-secret">
          <p role="status">
            The token “{cleanLine(created.name ?? created.scope)}”. It is shown only once: copy it now.
          </p>
          <p>
            <code>{created.token}</code>
          </p>
          <p>
            <CopyButton text={created.token} label="Copy" name="Copy the token" />
            <button type="button" className="quiet" onClick={() => setCreated(undefined)}>
              Done
            </button>
          </p>
        </div>
      )}
      <NewToken
        client={client}
        onCreated={(token) => {
          setCreated(token);
          tokens.again();
        }}
      />
    </Setting>
  );
}
