/** The person's login name, for the record of an answer. */
export function currentUser(env: NodeJS.ProcessEnv = process.env): { user?: string } {
  const user = env.USER || env.LOGNAME;
  return user === undefined || user === "" ? {} : { user };
}
