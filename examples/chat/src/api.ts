/** What the server says about itself and about who uses it. */
export interface Me {
  name: string;
  provider: string;
  /** Where the routes of `createAskRoutes` are, if there is a hub. */
  routes?: string;
}

export interface Listed {
  id: string;
  title: string;
  updatedAt: string;
}

/** One request to the server of this page. */
export async function call<Reply>(path: string, init: RequestInit & { json?: unknown } = {}): Promise<Reply> {
  const { json, ...rest } = init;
  const body =
    json === undefined ? {} : { body: JSON.stringify(json), headers: { "content-type": "application/json" } };
  const response = await fetch(path, { ...rest, ...body });
  if (!response.ok) throw new Error(await response.text());
  return response.status === 204 ? (undefined as Reply) : ((await response.json()) as Reply);
}
