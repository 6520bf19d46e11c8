import type { HubClient, TokenInfo } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import { toAge, toLocalDate } from "@yourcall/core/internal";
import { type ReactNode, useRef, useState } from "react";
import { PageLink } from "../app/route.tsx";
import { useCall } from "../live/use-call.ts";
import type { Reading } from "../live/use-read.tsx";
import { toLogPath } from "../log/log-query.ts";
import { Confirm, Setting } from "./setting.tsx";

export interface TokenListProps {
  client: HubClient;
  tokens: Reading<TokenInfo[]>;
  /** The id of the token that this browser uses. */
  own: string | undefined;
}

/** A group of settings that lists some of the tokens, each with a way to revoke it. */
export function TokenList({
  client,
  tokens,
  own,
  title,
  about,
  isListed,
  onGone,
  children,
}: TokenListProps & {
  title: string;
  about: ReactNode;
  isListed: (token: TokenInfo) => boolean;
  onGone?: (id: string) => void;
  /** What is below the list. */
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = tokens.value?.filter(isListed) ?? [];
  function leave(id: string): void {
    onGone?.(id);
    // The row disappears, so the focus needs a new place.
    heading.current?.focus();
    tokens.again();
  }
  return (
    <Setting title={title} about={about} heading={heading}>
      {shown.length > 0 && (
        <ul className="token-list">
          {shown.map((token) => (
            <TokenRow
              key={token.id}
              client={client}
              token={token}
              isOwn={token.id === own}
              onGone={() => leave(token.id)}
            />
          ))}
        </ul>
      )}
      {children}
    </Setting>
  );
}

const scopes: Record<TokenInfo["scope"], string> = {
  agent: "agent: may ask",
  app: "app: may ask, and answer what it asked",
  human: "person: may answer and change settings",
  link: "link: one question",
  device: "device: presses the buttons it was sent",
};

interface TokenRowProps {
  client: HubClient;
  token: TokenInfo;
  isOwn: boolean;
  onGone: () => void;
}

/** One browser or token, and how to end its access. */
function TokenRow({ client, token, isOwn, onGone }: TokenRowProps) {
  const [asking, setAsking] = useState(false);
  const { why, run } = useCall();
  const { createdAt, lastUsedAt } = token;
  const name = cleanLine(token.device ?? token.name ?? token.scope);
  const verb = token.device === undefined ? "Revoke" : "Log out";
  async function revoke(): Promise<void> {
    setAsking(false);
    await client.removeToken(token.id).catch((error) => {
      // The token has already been removed elsewhere.
      if (error.code !== "not-found") throw error;
    });
    onGone();
  }
  return (
    <li className="line">
      <div className="token-what">
        <p>
          {name} {isOwn && <span className="chip fine">this browser</span>}
        </p>
        <p className="meta">
          {token.device === undefined && `${scopes[token.scope]}, `}
          {isOwn ? (
            "in use now"
          ) : (
            <time dateTime={lastUsedAt ?? createdAt} title={toLocalDate(lastUsedAt ?? createdAt)}>
              {lastUsedAt === undefined
                ? `created ${toLocalDate(createdAt)}, never used`
                : `last used ${toAgo(lastUsedAt)}`}
            </time>
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
        aria-expanded={asking}
        aria-label={`${verb} ${name}…`}
        onClick={() => setAsking(!asking)}
      >
        {verb}…
      </button>
      {asking && (
        <Confirm
          act={`${verb} ${name}`}
          leave="Keep it"
          onAct={() => void run(revoke)}
          onLeave={() => setAsking(false)}
        >
          {isOwn && "You will be logged out here. "}
          Everything that uses it loses access
          {token.scope === "human" && ", and so does every login, link and person's token that was made with it"}.
        </Confirm>
      )}
      {why !== undefined && (
        <p role="status" className="failed">
          {token.device === undefined ? "Not revoked" : "Not logged out"}. {why}
        </p>
      )}
    </li>
  );
}

function toAgo(iso: string): string {
  const age = toAge(Date.now() - Date.parse(iso));
  return age === "now" ? "just now" : `${age} ago`;
}
