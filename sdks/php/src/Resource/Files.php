<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\DownloadsFiles;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\File;
use Parley\Model;
use Parley\NotModified;
use Parley\Omit;
use Parley\Options;
use Parley\Page;
use Parley\Response;

/** The operations of files. */
final class Files extends Resource
{
    use DownloadsFiles;

    /**
     * Upload a file.
     *
     * Stores the file of a multipart form. Its media type is determined from its content. Emits `file.created`.
     *
     * Requires the scope `files:write`. Errors: `malformed_multipart`, `missing_parameter`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `too_many_items`, `file_too_large`, `unsupported_file_type`, `read_only_parameter`.
     *
     * @param File $file The file
     * @param string|Omit $folder Path of a folder
     * @throws \Parley\Exception\ParleyError
     */
    public function upload(File $file, string|Omit $folder = Omit::Value, ?Options $options = null): Model\UploadedFile
    {
        return $this->requester->record(Model\UploadedFile::class, new Call(
            'createFile',
            'POST',
            '/v1/files',
            body: ['folder' => $folder, 'file' => $file],
            files: ['file' => 'file'],
            isForm: true,
        ), $options);
    }

    /**
     * List files.
     *
     * Returns the files that match all filters, newest first by default, each with a new download URL.
     *
     * Requires the scope `files:read`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param string|null $folder Path of the folder, or `none` for files in none; not those in folders below it
     * @param string|null $name Part of the name (case-insensitive)
     * @param string|null $mime_type Media type, or all of a kind
     * @param \DateTimeInterface|string|null $created_after Earliest creation time (inclusive)
     * @param \DateTimeInterface|string|null $created_before Latest creation time (exclusive)
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\UploadedFile>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?string $folder = null,
        ?string $name = null,
        ?string $mime_type = null,
        \DateTimeInterface|string|null $created_after = null,
        \DateTimeInterface|string|null $created_before = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listFiles',
            'GET',
            '/v1/files',
            query: [
                'folder' => $folder, 'name' => $name, 'mime_type' => $mime_type, 'created_after' => $created_after,
                'created_before' => $created_before, 'page' => $page, 'per_page' => $per_page, 'cursor' => $cursor,
                'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\UploadedFile::class);
    }

    /**
     * Delete a file.
     *
     * Deletes the file and its content permanently; its download URLs end at once. The messages that it was attached to
     * show it with `deleted_at` and without `url`. Emits `file.deleted`.
     *
     * Requires the scope `files:write`. Errors: `insufficient_scope`, `not_found`, `precondition_failed`,
     * `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $file_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteFile',
            'DELETE',
            Url::path('/v1/files/{file_id}', $file_id),
        ), $options);
    }

    /**
     * Retrieve a file.
     *
     * Returns the file with a download URL that is valid for a limited time.
     *
     * Requires the scope `files:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\UploadedFile : Model\UploadedFile|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $file_id, ?Options $options = null): Model\UploadedFile|NotModified
    {
        return $this->requester->record(Model\UploadedFile::class, new Call(
            'getFile',
            'GET',
            Url::path('/v1/files/{file_id}', $file_id),
        ), $options);
    }
}
