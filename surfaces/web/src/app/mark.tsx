/** Our mark: a speech bubble with one thing chosen in it. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg className="mark-sign" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d="M12 2.8a8.7 8.7 0 0 1 0 17.4 8.9 8.9 0 0 1-4-.95L3 20.9l1.6-4.85A8.7 8.7 0 0 1 12 2.8Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <circle cx="12" cy="11.5" r="3.6" fill="currentColor" />
    </svg>
  );
}
