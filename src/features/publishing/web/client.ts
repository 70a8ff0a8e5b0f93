import * as contentEditor from './ContentEditor.tsx';
import * as editorialForm from './editorial-form.ts';
import * as creditFields from './CreditFields.tsx';
import * as faqFields from './FaqFields.tsx';
import * as calls from './publishing-calls.ts';
import * as revisionsPanel from './RevisionsPanel.tsx';
import * as scheduleFields from './ScheduleFields.tsx';
import * as searchFields from './SearchFields.tsx';
import * as sourceFields from './SourceFields.tsx';
import * as draft from './use-draft.ts';
import * as draftGate from './DraftGate.tsx';

/**
 * The door for editors of guides, reviews and products. Screens that are not editors do without it: what is behind it is heavy.
 */
export const ContentEditor = contentEditor.ContentEditor;
export const CreditFields = creditFields.CreditFields;
export const FaqFields = faqFields.FaqFields;
export const publishingQueries = calls.publishingQueries;
export const RevisionsPanel = revisionsPanel.RevisionsPanel;
export const ScheduleFields = scheduleFields.ScheduleFields;
export const SearchFields = searchFields.SearchFields;
export const SourceFields = sourceFields.SourceFields;
export const useDraft = draft.useDraft;
export const withDraft = draft.withDraft;
export const DraftGate = draftGate.DraftGate;
export const toEditorialValues = editorialForm.toEditorialValues;
export const toEditorialWire = editorialForm.toEditorialWire;
