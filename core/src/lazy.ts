/** A value that is made when it is first needed. Building schemas costs milliseconds that a cold start does not have. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
