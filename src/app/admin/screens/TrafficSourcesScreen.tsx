import { SourcesScreen } from '../../../features/sources/web/SourcesScreen.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const SourceLogDialog = lazyPart(async () => ({
  default: (await import('../../../features/deliveries/web/SourceLogDialog.tsx')).SourceLogDialog,
}));

/** Traffic sources with the log of the postbacks that each was sent. */
export function TrafficSourcesScreen() {
  return <SourcesScreen renderLog={(source, onClose) => <SourceLogDialog source={source} onClose={onClose} />} />;
}
