import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useContractForm } from '../../../platform/web/form.ts';
import { colors, radius } from '../../../platform/web/styles/tokens.ts';
import { CopyField } from '../../../platform/web/ui/CopyField.tsx';
import { FormDialog } from '../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { LibraryChange, type LibraryImage } from '../contract.ts';
import { mediaClient } from './client.ts';
import { sizeWords } from './picture-columns.tsx';

const toValues = ({ alt, version }: LibraryImage) => ({ alt, version });

type Props = { picture: LibraryImage; onClose: () => void; onSaved: (message: string) => void };

/** A picture at its size, what it shows, and where it is used. */
export function PictureDialog({ picture, onClose, onSaved }: Props) {
  const form = useContractForm({ schema: LibraryChange, values: toValues(picture), keepAs: `picture/${picture.id}` });

  const handleSave = async (wire: LibraryChange) => {
    const { message = 'Picture saved.' } = await mediaClient.describe(picture.id, wire);
    onSaved(message);
  };

  return (
    <FormDialog
      title="Picture"
      form={form}
      onSave={handleSave}
      onClose={onClose}
      conflict={{ fromRecord: toValues, labels: { alt: 'What it shows' } }}
    >
      <Box
        component="img"
        src={picture.url}
        alt={picture.alt}
        sx={{
          display: 'block',
          maxWidth: '100%',
          maxHeight: 320,
          mx: 'auto',
          borderRadius: `${radius.control}px`,
          backgroundColor: colors.surface,
        }}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center', mt: 1, mb: 2 }}>
        {picture.width} × {picture.height} px, {sizeWords(picture.bytes)},{' '}
        {picture.mime.replace('image/', '').toUpperCase()}
      </Typography>
      <FormSection>
        <Wide>
          <TextInput
            name="alt"
            label="What it shows"
            help="Finds the picture here. The text that readers hear is written where the picture is used."
            rows={2}
          />
        </Wide>
        <Wide>
          <CopyField label="Address" value={picture.url} />
        </Wide>
      </FormSection>
      <Users picture={picture} />
    </FormDialog>
  );
}

function Users({ picture: { used_by: users, used_in: count } }: { picture: LibraryImage }) {
  return (
    <>
      <Typography variant="h3" id="picture-users">
        Used in
      </Typography>
      {count === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
          Nothing shows it. It can be deleted.
        </Typography>
      ) : (
        <Box component="ul" aria-labelledby="picture-users" sx={{ mt: 0.5, mb: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
          {users.map((user) => (
            <li key={`${user.kind} ${user.id}`}>
              {user.kind}: {user.name}
            </li>
          ))}
          {count > users.length && <li>and {count - users.length} more</li>}
        </Box>
      )}
    </>
  );
}
