type Props = { className?: string; color?: string };

/** Stands for a dashed line in a legend. */
export function DashedMark({ className, color = 'currentColor' }: Props) {
  return (
    <svg className={className} viewBox="0 0 24 14" width="24" height="14" aria-hidden>
      <path d="M1 7h22" stroke={color} strokeWidth="2" strokeDasharray="5 4" fill="none" />
    </svg>
  );
}
