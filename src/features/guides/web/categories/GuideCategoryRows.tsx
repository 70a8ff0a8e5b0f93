import { mdiArrowDown, mdiArrowUp, mdiDelete, mdiOpenInNew, mdiPencil } from '@mdi/js';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { colors, fonts } from '../../../../platform/web/styles/tokens.ts';
import { IfMayWrite } from '../../../../platform/web/session/IfMayWrite.tsx';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import type { GuideCategory } from '../../contract.ts';
import { useMoveFocus } from '../use-move-focus.ts';
import { Hint } from '../../../../platform/web/ui/Hint.tsx';

type Props = {
  categories: readonly GuideCategory[];
  /** False while only some are shown: there is no place between rows that are not there. */
  canMove: boolean;
  /** Moves the category at one index to another. */
  onMove: (from: number, to: number) => void;
  onEdit: (category: GuideCategory) => void;
  onDelete: (category: GuideCategory) => void;
};

/** The categories in their order, with the buttons of each. */
export function GuideCategoryRows({ categories, canMove, onMove, onEdit, onDelete }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const focusAfter = useMoveFocus(list, categories);

  const handleMove = (from: number, to: number) => {
    focusAfter({ id: categories[from]!.id, button: to < from ? 'up' : 'down' });
    onMove(from, to);
  };

  return (
    <Box component="ol" ref={list} aria-label="Categories in their order" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {categories.map((category, index) => (
        <Box
          component="li"
          key={category.id}
          data-row={category.id}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 110px auto' },
            gap: { xs: 0.5, sm: 2 },
            alignItems: 'center',
            px: 2,
            py: 1.25,
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          <Facts category={category} />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {category.guides_count === 1 ? '1 guide' : `${category.guides_count} guides`}
          </Typography>
          <Box
            role="group"
            aria-label={`Actions for ${category.name}`}
            sx={{ display: 'flex', gap: 0.5, justifyContent: 'flex-end' }}
          >
            {canMove && (
              <>
                <Action
                  label={`Move ${category.name} up`}
                  icon={mdiArrowUp}
                  move="up"
                  isDisabled={index === 0}
                  onClick={() => handleMove(index, index - 1)}
                />
                <Action
                  label={`Move ${category.name} down`}
                  icon={mdiArrowDown}
                  move="down"
                  isDisabled={index === categories.length - 1}
                  onClick={() => handleMove(index, index + 1)}
                />
              </>
            )}
            <Hint title={`Open the page of ${category.name}`}>
              <IconButton
                size="small"
                component="a"
                href={`/categories/${category.slug}`}
                target="_blank"
                rel="noopener"
                aria-label={`Open the page of ${category.name}`}
              >
                <Icon path={mdiOpenInNew} />
              </IconButton>
            </Hint>
            <Action label={`Edit ${category.name}`} icon={mdiPencil} onClick={() => onEdit(category)} />
            <Action label={`Delete ${category.name}`} icon={mdiDelete} onClick={() => onDelete(category)} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Facts({ category }: { category: GuideCategory }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 600 }}>
        <span style={{ overflowWrap: 'anywhere' }}>{category.name}</span>
        {category.is_sample && <Chip label="Sample" variant="outlined" />}
        <Box
          component="code"
          sx={{
            fontFamily: fonts.mono,
            fontSize: '0.8125rem',
            fontWeight: 400,
            color: colors.inkSoft,
            overflowWrap: 'anywhere',
          }}
        >
          {category.slug}
        </Box>
      </Box>
      {category.description && (
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {category.description}
        </Typography>
      )}
    </Box>
  );
}

type ActionProps = { label: string; icon: string; onClick: () => void; isDisabled?: boolean; move?: 'up' | 'down' };

function Action({ label, icon, onClick, isDisabled = false, move }: ActionProps) {
  return (
    <IfMayWrite>
      <Hint title={isDisabled ? '' : label}>
        <span>
          <IconButton size="small" aria-label={label} disabled={isDisabled} onClick={onClick} data-move={move}>
            <Icon path={icon} />
          </IconButton>
        </span>
      </Hint>
    </IfMayWrite>
  );
}
