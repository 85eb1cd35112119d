import type { Scope } from '@parley/contracts';
import { Button, Checkbox, Fieldset, Group, Input, Text } from '@mantine/core';
import { useId } from 'react';
import { humanize } from '../desk/labels.ts';
import classes from './scope-picker.module.css';
import { SCOPE_MEANINGS, SCOPES } from './scopes.ts';

interface ScopePickerProps {
  allowed: readonly Scope[];
  value: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
  description?: string;
  error?: string | undefined;
}

const RESOURCES = [...new Set(SCOPES.map((scope) => scope.slice(0, scope.indexOf(':'))))];

export function ScopePicker({ allowed, value, onChange, description, error }: ScopePickerProps) {
  const id = useId();
  const toggle = (scope: Scope, isChosen: boolean) =>
    onChange(allowed.filter((each) => (each === scope ? isChosen : value.includes(each))));
  return (
    <Fieldset legend="Scopes" aria-describedby={`${id}-note`}>
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
        {RESOURCES.map((resource) => {
          const offered = SCOPES.filter(
            (scope) => scope.startsWith(`${resource}:`) && allowed.includes(scope),
          );
          if (offered.length === 0) return null;
          const title = humanize(resource);
          return (
            <div key={resource} className={classes.group} role="group" aria-label={title}>
              <Text fw={600} size="sm">
                {title}
              </Text>
              {offered.map((scope) => (
                <Checkbox
                  key={scope}
                  size="sm"
                  label={humanize(scope.slice(resource.length + 1))}
                  description={SCOPE_MEANINGS[scope]}
                  checked={value.includes(scope)}
                  onChange={(event) => toggle(scope, event.currentTarget.checked)}
                />
              ))}
            </div>
          );
        })}
      </div>
    </Fieldset>
  );
}

function Preset({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="default" size="compact-xs" onClick={onClick}>
      {label}
    </Button>
  );
}
