import Button from '@mui/material/Button';

type Props = {
  /** There is nothing to send yet. */
  isEmpty: boolean;
  /** It was tried as it stands, and may be written. */
  isReady: boolean;
  running: 'try' | 'import' | undefined;
  /** How many would be written, when that is known. */
  count?: number | undefined;
  onRun: (isDry: boolean) => void;
};

/** The two steps of an import: a try that writes nothing, then the import itself. Together with `useTriedImport`. */
export function TryImportButtons({ isEmpty, isReady, running, count, onRun }: Props) {
  return (
    <>
      <Button
        variant={isReady ? 'outlined' : 'contained'}
        disabled={isEmpty || running === 'import'}
        loading={running === 'try'}
        onClick={() => onRun(true)}
      >
        Try It
      </Button>
      <Button
        variant="contained"
        disabled={!isReady || running === 'try'}
        loading={running === 'import'}
        onClick={() => onRun(false)}
      >
        {isReady && count !== undefined ? `Import ${count}` : 'Import'}
      </Button>
    </>
  );
}
