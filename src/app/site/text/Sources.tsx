import type { Editorial, EvidenceTier } from '../props.ts';

type Props = { sources: Editorial['sources'] };

const TIERS: Record<EvidenceTier, string> = {
  guideline: 'Guideline',
  systematic_review: 'Systematic review',
  trial: 'Trial',
  observational: 'Observational study',
  other: 'Other source',
};

/** What the text rests on, with the kind of evidence and the host that a link leads to. Nothing when there is none. */
export function Sources({ sources }: Props) {
  if (sources.length === 0) return null;
  return (
    <section>
      <h2 id="sources">Sources</h2>
      <ol className="sources">
        {sources.map(({ title, url, tier }) => (
          <li key={url + title}>
            <a href={url} rel="nofollow noopener">
              {title}
            </a>
            <span className="meta">
              <span>{TIERS[tier]}</span>
              <span>{hostOf(url)}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '');
