/** The mark of the site: a post with two boards. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="#01E3A0" />
      <path d="M16 26V7M16 9h8l3 3-3 3h-8M16 17H9l-3 3 3 3h7" fill="none" stroke="#003D2B" strokeWidth="2.4" />
    </svg>
  );
}
