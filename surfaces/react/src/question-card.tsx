import { useId } from "react";
import { AskCard } from "./ask-card.tsx";
import { CardBoundary } from "./card-boundary.tsx";
import type { CardProps } from "./card-props.ts";
import { isShowable } from "./is-showable.ts";
import { RawCard } from "./raw-card.tsx";
import { toAskKey } from "./use-answering.ts";

/**
 * A card that shows one ask and takes the answer. It needs `@yourcall/react/style.css`. It never takes the focus by itself,
 * and shows as sent only what `onSubmit` has resolved for.
 */
export function QuestionCard(props: CardProps) {
  const id = useId();
  const key = isShowable(props.ask) ? toAskKey(props.ask) : null;
  if (key === null) return <RawCard {...props} />;
  return (
    <CardBoundary key={key} ask={props.ask} instead={<RawCard {...props} />}>
      <AskCard {...props} id={id} />
    </CardBoundary>
  );
}
