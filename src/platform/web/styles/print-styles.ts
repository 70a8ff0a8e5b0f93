/**
 * The back office on paper: what one acts with is left out, tables are whole, and colours of fills that carry no meaning are gone.
 * `data-print="none"` takes anything else off the paper; `data-print="only"` is for paper alone.
 */
export const printStyles = {
  '@page': { size: 'landscape', margin: '12mm' },
  body: { backgroundColor: '#fff' },
  'main#main': { padding: 0 },
  '.MuiAppBar-root, .MuiDrawer-root, .MuiButton-root, .MuiIconButton-root, .MuiTableSortLabel-icon, .MuiSnackbar-root, [data-print="none"]':
    { display: 'none !important' },
  '[data-print="only"]': { display: 'block !important' },
  '.MuiTableCell-paddingCheckbox': { display: 'none' },
  '.MuiTableContainer-root': { overflow: 'visible', background: 'none !important' },
  '.MuiTableCell-root.MuiTableCell-root': {
    padding: '2px 5px',
    height: 'auto',
    fontSize: '0.6875rem',
    position: 'static',
    whiteSpace: 'normal',
    minWidth: 0,
  },
  'tfoot.MuiTableFooter-root': { display: 'table-row-group' },
  'tr, figure, dl, li': { breakInside: 'avoid' },
  'section.MuiPaper-root': { border: 0, overflow: 'visible !important' },
  'figure svg': { maxWidth: '100%' },
};
