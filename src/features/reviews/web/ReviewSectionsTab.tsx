import { mdiArrowDown, mdiArrowUp, mdiDelete, mdiPlus } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { radius } from '../../../platform/web/tokens.ts';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { RichText } from '../../../platform/web/ui/RichText.tsx';
import { TextInput } from '../../../platform/web/ui/TextInput.tsx';
import { MAX_SECTIONS } from '../contract.ts';
import type { ReviewValues } from './review-form.ts';

/** Headings that most reviews need, offered while they are missing. */
const USUAL = ['What it is', 'Ingredients', 'Safety and interactions', 'Price and refund', 'How we judged it'];

/** The text of the page, section by section, in their order. */
export function ReviewSectionsTab() {
  const { control, watch } = useFormContext<ReviewValues>();
  const sections = useFieldArray({ control, name: 'sections' });
  const used = new Set(watch('sections').map((section) => section.heading));
  const add = (heading: string) => sections.append({ heading, body: '' });
  const last = sections.fields.length - 1;

  return (
    <>
      {sections.fields.map((section, index) => (
        <Box
          component="section"
          key={section.id}
          aria-label={`Section ${index + 1}`}
          sx={{ border: 1, borderColor: 'divider', borderRadius: `${radius.control}px`, p: 2, mb: 2 }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mb: 1 }}>
            <Typography variant="h3" sx={{ flex: 1 }}>
              Section {index + 1}
            </Typography>
            <Tool
              label="Move up"
              icon={mdiArrowUp}
              isOff={index === 0}
              onClick={() => sections.swap(index, index - 1)}
            />
            <Tool
              label="Move down"
              icon={mdiArrowDown}
              isOff={index === last}
              onClick={() => sections.swap(index, index + 1)}
            />
            <Tool label="Remove section" icon={mdiDelete} onClick={() => sections.remove(index)} />
          </Box>
          <Box sx={{ display: 'grid', gap: 2 }}>
            <TextInput name={`sections.${index}.heading`} label="Heading" isRequired />
            <RichText name={`sections.${index}.body`} label="Text" />
          </Box>
        </Box>
      ))}
      {sections.fields.length === 0 && (
        <Typography sx={{ color: 'text.secondary', mb: 1 }}>
          No section yet. Begin with one of the usual headings, or your own.
        </Typography>
      )}
      {sections.fields.length < MAX_SECTIONS && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {USUAL.filter((heading) => !used.has(heading)).map((heading) => (
            <Button key={heading} size="small" variant="outlined" onClick={() => add(heading)}>
              {heading}
            </Button>
          ))}
          <Button size="small" startIcon={<Icon path={mdiPlus} />} onClick={() => add('')}>
            Add section
          </Button>
        </Box>
      )}
    </>
  );
}

type ToolProps = { label: string; icon: string; isOff?: boolean; onClick: () => void };

function Tool({ label, icon, isOff = false, onClick }: ToolProps) {
  return (
    <Tooltip title={isOff ? '' : label}>
      <span>
        <IconButton size="small" aria-label={label} disabled={isOff} onClick={onClick}>
          <Icon path={icon} />
        </IconButton>
      </span>
    </Tooltip>
  );
}
