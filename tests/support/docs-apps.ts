/** A file of an app in docs/agents/ai-sdk.md, known by what it imports. `tests/hosts` compiles and runs each with its framework. */
export const isAppFile = /"(\.\.?\/)+(routes|chat)(\.js)?"/;
