import type { CreatedToken, HubClient, TokenInfo } from "@yourcall/client";
import { cleanLine, toLocalDate } from "@yourcall/core";
import { useRef, useState } from "react";
import { CopyButton } from "../app/copy-button.tsx";
import { PageLink } from "../app/page-link.tsx";
import { toLogPath } from "../log/log-query.ts";
import { ReadProblem, useRead } from "../read/use-read.tsx";
import { Confirm } from "./confirm.tsx";
import { NewToken } from "./new-token.tsx";

const scopes: Record<TokenInfo["scope"], string> = {
  agent: "agent: may ask",
  human: "person: may answer and set",
  link: "link: one ask",
};

/** The tokens: their names, how to create one and how to revoke one. `own` is the one this browser uses. */
export function TokenSettings({ client, own }: { client: HubClient; own: string | undefined }) {
  const tokens = useRead("tokens", () => client.listTokens());
  const title = useRef<HTMLHeadingElement>(null);
  const [created, setCreated] = useState<CreatedToken>();
  const shown = tokens.value ?? [];
  return (
    <section className="setting tokens" aria-labelledby="tokens-title">
      <h2 id="tokens-title" tabIndex={-1} ref={title}>
        Tokens
      </h2>
      <p>
        A token gives a program or a browser access. This machine's own two are in <code>tokens.json</code> in the state
        directory and are not listed here.
      </p>
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
      {tokens.value?.length === 0 && <p className="meta">No tokens yet.</p>}
      {created !== undefined && (
        <div className="token-secret">
          <p role="status">
            The token “{cleanLine(created.name ?? created.scope)}”. It is shown only once: copy it now.
          </p>
          <p>
            <code>{created.token}</code>
          </p>
          <CopyButton text={created.token} label="Copy" name="Copy the token" />
          <button type="button" className="quiet" onClick={() => setCreated(undefined)}>
            Done
          </button>
        </div>
      )}
      <NewToken
        client={client}
        onCreated={(token) => {
          setCreated(token);
          tokens.again();
        }}
      />
    </section>
  );
}

interface TokenRowProps {
  client: HubClient;
  token: TokenInfo;
  isOwn: boolean;
  onGone: () => void;
}

function TokenRow({ client, token, isOwn, onGone }: TokenRowProps) {
  const [step, setStep] = useState<{ asking: boolean; why?: string }>({ asking: false });
  const { createdAt, lastUsedAt } = token;
  const name = cleanLine(token.device ?? token.name ?? token.scope);
  const revoke = () =>
    client.removeToken(token.id).then(onGone, (error: Error) => {
      // Somebody else was first: the token is already gone.
      if ((error as { code?: string }).code === "not-found") onGone();
      else setStep({ asking: false, why: error.message });
    });
  return (
    <li>
      <div className="token-what">
        <p>
          {name}
          {isOwn && <span className="chip">this browser</span>}
        </p>
        <p className="meta">
          {token.device === undefined ? `${scopes[token.scope]}, created` : "browser, logged in"}{" "}
          <time dateTime={createdAt}>{toLocalDate(createdAt)}</time>
          {lastUsedAt !== undefined && (
            <>
              , last used <time dateTime={lastUsedAt}>{toLocalDate(lastUsedAt)}</time>
            </>
          )}
          {" · "}
          <PageLink to={toLogPath({ token: token.id })} aria-label={`What it did: ${name}`}>
            What it did
          </PageLink>
        </p>
      </div>
      <button
        type="button"
        className="quiet"
        aria-expanded={step.asking}
        aria-label={`Revoke ${name} …`}
        onClick={() => setStep({ asking: !step.asking })}
      >
        Revoke …
      </button>
      {step.asking && (
        <Confirm
          act={`Revoke ${name}`}
          leave="Keep it"
          onAct={() => void revoke()}
          onLeave={() => setStep({ asking: false })}
        >
          {isOwn && "You will be logged out here. "}
          Everything that uses it loses access
          {token.scope === "human" && ", and so does every login, link and person's token that was made with it"}.
        </Confirm>
      )}
      {step.why !== undefined && (
        <p role="status" className="failed">
          Not revoked. {step.why}
        </p>
      )}
    </li>
  );
}
