import { Chat } from "./chat.jsx";

/** A chat whose agent has asked. The address says which call it was. */
export default async function Page({ searchParams }) {
  const { session, call } = await searchParams;
  return <Chat session={session} call={call} />;
}
