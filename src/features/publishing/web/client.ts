import * as changeFields from './ChangeFields.tsx';
import * as checklistPanel from './ChecklistPanel.tsx';
import * as contentEditor from './ContentEditor.tsx';
import * as creditFields from './CreditFields.tsx';
import * as draftGuard from './DraftGuard.tsx';
import * as draftNotices from './DraftNotices.tsx';
import * as draftWordsModule from './draft-words.ts';
import * as faqFields from './FaqFields.tsx';
import * as previewLinkButton from './PreviewLinkButton.tsx';
import * as calls from './publishing-calls.ts';
import * as revisionsDrawer from './RevisionsDrawer.tsx';
import * as revisionsPanel from './RevisionsPanel.tsx';
import * as scheduleFields from './ScheduleFields.tsx';
import * as searchFields from './SearchFields.tsx';
import * as sourceFields from './SourceFields.tsx';
import * as draft from './use-draft.ts';

/**
 * The door for editors of guides, reviews and products. Screens that are not editors do without it: what is behind it is heavy.
 */
export const ChangeFields = changeFields.ChangeFields;
export const ChecklistPanel = checklistPanel.ChecklistPanel;
export const ContentEditor = contentEditor.ContentEditor;
export const CreditFields = creditFields.CreditFields;
export const DraftGuard = draftGuard.DraftGuard;
export const DraftNotices = draftNotices.DraftNotices;
export const draftWords = draftWordsModule.draftWords;
export const FaqFields = faqFields.FaqFields;
export const PreviewLinkButton = previewLinkButton.PreviewLinkButton;
export const publishingCalls = calls.publishingCalls;
export const publishingQueries = calls.publishingQueries;
export const RevisionsDrawer = revisionsDrawer.RevisionsDrawer;
export const RevisionsPanel = revisionsPanel.RevisionsPanel;
export const ScheduleFields = scheduleFields.ScheduleFields;
export const SearchFields = searchFields.SearchFields;
export const SourceFields = sourceFields.SourceFields;
export const useDraft = draft.useDraft;
export const withDraft = draft.withDraft;
