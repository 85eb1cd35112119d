import type { Scope } from '@parley/contracts';
import { Button, Checkbox, Group, Input } from '@mantine/core';
import { useId } from 'react';
import classes from './scope-picker.module.css';
import { SCOPE_GROUPS } from './scopes.ts';

interface ScopePickerProps {
  /** The scopes that the user may give. */
  allowed: readonly Scope[];
  value: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
  description?: string;
  error?: string | undefined;
}

/** Chooses the permissions of a credential, by resource. */
export function ScopePicker({ allowed, value, onChange, description, error }: ScopePickerProps) {
  const id = useId();
  const toggle = (scope: Scope, isChosen: boolean) =>
    onChange(allowed.filter((each) => (each === scope ? isChosen : value.includes(each))));
  return (
    <fieldset className={classes.picker} aria-describedby={`${id}-note`}>
      <legend className={classes.legend}>Scopes</legend>
      <div id={`${id}-note`}>
        {description !== undefined && <Input.Description mb={6}>{description}</Input.Description>}
        {error !== undefined && <Input.Error mb={6}>{error}</Input.Error>}
      </div>
      <Group gap="xs" mb="xs">
        <Preset
          label="Read everything"
          onClick={() => onChange(allowed.filter((one) => one.endsWith(':read')))}
        />
        <Preset label="All" onClick={() => onChange([...allowed])} />
        <Preset label="None" onClick={() => onChange([])} />
      </Group>
      <div className={classes.groups}>
        {SCOPE_GROUPS.map(({ resource, scopes }) => {
          const offered = scopes.filter(({ scope }) => allowed.includes(scope));
          if (offered.length === 0) return null;
          return (
            <div key={resource} className={classes.group} role="group" aria-label={resource}>
              <span className={classes.resource}>{resource}</span>
              {offered.map(({ scope, action, meaning }) => (
                <Checkbox
                  key={scope}
                  size="sm"
                  label={action}
                  description={meaning}
                  checked={value.includes(scope)}
                  onChange={(event) => toggle(scope, event.currentTarget.checked)}
                />
              ))}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

function Preset({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="default" size="compact-xs" onClick={onClick}>
      {label}
    </Button>
  );
}
