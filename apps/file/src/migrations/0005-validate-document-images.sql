alter table file validate constraint file_document_images;
