/** Something one may do, beside what one is here for. */
export function QuietButton({ words, onPress }: { words: string; onPress: () => void }) {
  return (
    <button type="button" className="yc-quiet" onClick={onPress}>
      {words}
    </button>
  );
}
