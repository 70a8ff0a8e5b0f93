const ROWS = [
  { y: 28, bar: 196, fill: '#D9FBEF', mark: '#01E3A0' },
  { y: 128, bar: 152, fill: '#E6F0F8', mark: '#1F5B87' },
  { y: 228, bar: 108, fill: '#FFF4DC', mark: '#9A5B00' },
] as const;

/** Three things side by side, as the guides put them: decoration only. */
export function HeroArt() {
  return (
    <svg className="hero-art" viewBox="0 0 420 340" aria-hidden="true">
      {ROWS.map(({ y, bar, fill, mark }, i) => (
        <g key={y}>
          <rect x={20 + i * 12} y={y} width={376 - i * 24} height="84" rx="14" fill="#fff" stroke="#E1EBE7" />
          <rect x={36 + i * 12} y={y + 16} width="52" height="52" rx="10" fill={fill} />
          <circle cx={62 + i * 12} cy={y + 42} r="11" fill={mark} />
          <rect x={106 + i * 12} y={y + 22} width={120 - i * 14} height="10" rx="5" fill="#4A5E58" opacity=".55" />
          <rect x={106 + i * 12} y={y + 50} width={240 - i * 24} height="10" rx="5" fill="#E1EBE7" />
          <rect x={106 + i * 12} y={y + 50} width={bar} height="10" rx="5" fill="#00795A" />
        </g>
      ))}
    </svg>
  );
}
