import type { HubClient, TokenInfo } from "@yourcall/client";
import type { ReactNode } from "react";
import { useRef } from "react";
import type { Reading } from "../read/use-read.tsx";
import { Setting } from "./setting.tsx";
import { TokenRow } from "./token-row.tsx";

export interface TokenListProps {
  client: HubClient;
  tokens: Reading<TokenInfo[]>;
  /** The one this browser uses. */
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
