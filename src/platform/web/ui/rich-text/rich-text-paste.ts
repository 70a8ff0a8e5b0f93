import type { EditorOptions } from '@tiptap/react';
import { DOMParser as SliceParser } from '@tiptap/pm/model';
import { closeHistory } from '@tiptap/pm/history';
import { isInTable } from '@tiptap/pm/tables';
import type { EditorView } from '@tiptap/pm/view';
import { type LeftOut, nothingLeftOut } from '../../paste/blocks.ts';
import { leftOutWords } from '../../paste/left-out.ts';
import { pastedHtml, plainTextHtml } from '../../paste/paste.ts';

/**
 * How the editor takes what is pasted or dropped: as its own texts say it, telling what that leaves out.
 * @param onLeftOut called for each paste; with nothing left out it takes back what was told before
 */
export function pasteProps(onLeftOut: (left: LeftOut) => void): EditorOptions['editorProps'] {
  return {
    // what was typed just before is undone by itself: Ctrl+Z takes back the paste alone
    handleDOMEvents: { paste: endStep, drop: endStep },
    transformPastedHTML: (html, view) => {
      const pasted = pastedHtml(html, !isInTable(view.state));
      onLeftOut(pasted.left);
      // parts of a text of this editor know how they were cut out
      const isOurs = html.includes('data-pm-slice') && leftOutWords(pasted.left) === '' && !isInTable(view.state);
      return isOurs ? html : pasted.html;
    },
    clipboardTextParser: (text, _context, isPlain, view) => {
      onLeftOut(nothingLeftOut());
      const page = document.createElement('div');
      page.innerHTML = plainTextHtml(text, !isPlain);
      return SliceParser.fromSchema(view.state.schema).parseSlice(page, { preserveWhitespace: true });
    },
    handlePaste: (view, event, slice) => {
      const types = event.clipboardData?.types ?? [];
      const files = event.clipboardData?.files ?? [];
      if (types.includes('text/html')) return false;
      const pictures = [...files].filter(({ type }) => type.startsWith('image/'));
      if (!types.includes('text/plain')) {
        if (pictures.length === 0) return false;
        onLeftOut({
          ...nothingLeftOut(),
          pictures: pictures.map((data) => ({ from: 'data', name: data.name, data })),
        });
        return true;
      }
      // several lines: the extensions would take some of them for a list of theirs
      if (slice.content.childCount < 2) return false;
      view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true));
      return true;
    },
  };
}

function endStep(view: EditorView): boolean {
  view.dispatch(closeHistory(view.state.tr));
  return false;
}
