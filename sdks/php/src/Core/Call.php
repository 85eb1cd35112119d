<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\File;
use Parley\Omit;

/** @internal One call of an operation, as a generated method describes it. */
final class Call
{
    /**
     * @param string $operation the operationId of the API document
     * @param string $path with the ids in their places
     * @param array<string, mixed> $query null is left out
     * @param array<string, mixed>|null $body null if the operation has none
     * @param list<string> $objects paths of the fields of the body that are JSON objects even if they are empty
     * @param array<string, string> $files names of the fields that may be files, and of their parts in a form
     * @param bool $isForm whether the body is a form even without a file
     */
    public function __construct(
        public readonly string $operation,
        public readonly string $method,
        public readonly string $path,
        public readonly array $query = [],
        public readonly ?array $body = null,
        public readonly array $objects = [],
        public readonly array $files = [],
        public readonly bool $isForm = false,
    ) {
    }

    /** @param array<string, mixed> $changes null removes a parameter */
    public function withQuery(array $changes): self
    {
        $query = array_merge($this->query, $changes);
        return new self($this->operation, $this->method, $this->path, $query);
    }

    public function isWrite(): bool
    {
        return $this->method !== 'GET';
    }

    public function isKeyed(): bool
    {
        return $this->method === 'POST' || $this->method === 'PATCH';
    }

    public function retry(): Retry
    {
        return $this->isKeyed() ? Retry::Keyed : Retry::Repeatable;
    }

    /** The body as it is sent: made once per call, so that every attempt sends the same bytes. */
    public function encodedBody(): string|Multipart|null
    {
        if ($this->body === null) {
            return $this->isKeyed() ? '' : null;
        }
        return $this->isForm || $this->hasFile() ? $this->form() : Json::encode($this->body, $this->objects);
    }

    private function hasFile(): bool
    {
        foreach (array_keys($this->files) as $name) {
            $value = $this->body[$name] ?? null;
            foreach (is_array($value) ? $value : [$value] as $one) {
                if ($one instanceof File) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A form has no null: such a field is left out. What is not text is sent as JSON. */
    private function form(): Multipart
    {
        $parts = [];
        foreach ($this->body as $name => $value) {
            if ($value === null || $value === Omit::Value) {
                continue;
            }
            if (isset($this->files[$name])) {
                foreach (is_array($value) ? $value : [$value] as $one) {
                    $parts[] = [$this->files[$name], $one, null];
                }
                continue;
            }
            $value = Json::plain($value);
            $isObject = is_array($value) && in_array($name, $this->objects, true);
            $text = is_string($value) ? $value : Json::text($isObject ? (object) $value : $value);
            $parts[] = [$name, $text, is_array($value) ? 'application/json' : null];
        }
        return new Multipart($parts);
    }
}
