import { SourceLogDialog } from '../../features/conversions/web/SourceLogDialog.tsx';
import { SourcesScreen } from '../../features/sources/web/SourcesScreen.tsx';

/** Traffic sources with the log of the postbacks that each was sent. */
export function TrafficSourcesScreen() {
  return <SourcesScreen renderLog={(source, onClose) => <SourceLogDialog source={source} onClose={onClose} />} />;
}
