import { createHubClient } from "@yourcall/client/browser";
import { QuestionCard } from "@yourcall/react";
import { useHubAsk } from "@yourcall/react/hub";

// The server of this page forwards /v1/ to the hub, and adds the token.
const hub = createHubClient({ token: () => null });

/** One ask of the hub, live. */
export function HubCard({ id }: { id: string }) {
  const { card, error } = useHubAsk(hub, id);
  if (error !== undefined) return <p role="alert">{error.message}</p>;
  return card === undefined ? null : <QuestionCard {...card} />;
}
