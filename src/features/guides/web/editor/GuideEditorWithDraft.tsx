import { DraftGate } from '../../../publishing/web/DraftGate.tsx';
import type { Guide } from '../../contract.ts';
import { GuideEditor } from './GuideEditor.tsx';

/** The editor with what was left unsaved; a file of its own, so that its screen opens before all of it is here. */
export const GuideEditorWithDraft = ({ guide }: { guide: Guide }) => (
  <DraftGate path={`/admin/listicles/${guide.id}`}>
    {(found) => <GuideEditor key={guide.id} guide={guide} found={found} />}
  </DraftGate>
);
