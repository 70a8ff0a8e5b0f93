import type { FigureName } from '../../../reports/metrics.ts';
import { WhenCard } from '../heat/WhenCard.tsx';

type Props = {
  filters: Readonly<Record<string, string>>;
  linkId: string;
  /** The card that was chosen. */
  chosen: FigureName | undefined;
};

/** In which hours of the week a link brought what its chosen card tells. Its CTR is one of visits, of which reports know none. */
export const LinkWhen = ({ filters, linkId, chosen = 'visits' }: Props) => (
  <WhenCard filters={{ ...filters, link_id: linkId }} figure={chosen === 'ctr' ? 'visits' : chosen} />
);
