import "./tokens.css";
import type { HubClient, TokenInfo } from "@yourcall/client";
import { cleanLine, toAge, toLocalDate } from "@yourcall/core";
import { useState } from "react";
import { PageLink } from "../app/page-link.tsx";
import { toLogPath } from "../log/log-query.ts";
import { Confirm } from "./confirm.tsx";

const scopes: Record<TokenInfo["scope"], string> = {
  agent: "agent: may ask",
  app: "app: may ask, and answer what it asked",
  human: "person: may answer and set",
  link: "link: one ask",
};

interface TokenRowProps {
  client: HubClient;
  token: TokenInfo;
  isOwn: boolean;
  onGone: () => void;
}

/** One browser or token, and how to end its access. */
export function TokenRow({ client, token, isOwn, onGone }: TokenRowProps) {
  const [step, setStep] = useState<{ asking: boolean; why?: string }>({ asking: false });
  const { createdAt, lastUsedAt } = token;
  const name = cleanLine(token.device ?? token.name ?? token.scope);
  const verb = token.device === undefined ? "Revoke" : "Log out";
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
          {token.device === undefined && `${scopes[token.scope]}, `}
          {isOwn ? (
            "in use now"
          ) : (
            <time dateTime={lastUsedAt ?? createdAt} title={toLocalDate(lastUsedAt ?? createdAt)}>
              {lastUsedAt === undefined ? `not used since ${toLocalDate(createdAt)}` : `last used ${toAgo(lastUsedAt)}`}
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
        aria-expanded={step.asking}
        aria-label={`${verb} ${name} …`}
        onClick={() => setStep({ asking: !step.asking })}
      >
        {verb} …
      </button>
      {step.asking && (
        <Confirm
          act={`${verb} ${name}`}
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
          {token.device === undefined ? "Not revoked" : "Not logged out"}. {step.why}
        </p>
      )}
    </li>
  );
}

function toAgo(iso: string): string {
  const age = toAge(Date.now() - Date.parse(iso));
  return age === "now" ? "just now" : `${age} ago`;
}
