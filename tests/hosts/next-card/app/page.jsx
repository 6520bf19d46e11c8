import { Card } from "./card.jsx";

/** A server component: the card below it is rendered here first. */
export default function Page() {
  return <Card />;
}
