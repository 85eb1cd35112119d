{{/* The image of a process: (list . "gateway"). */}}
{{- define "parley.image" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $own := index $root.Values.images $name -}}
{{- $image := printf "%s/%s" $root.Values.image.prefix $name -}}
{{- if $own.digest -}}
{{- printf "%s@%s" $image $own.digest -}}
{{- else -}}
{{- printf "%s:%s" $image (coalesce $own.tag $root.Values.image.tag $root.Chart.AppVersion) -}}
{{- end -}}
{{- end }}

{{- define "parley.chart" -}}
{{- printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" -}}
{{- end }}

{{/* The variables of a ConfigMap: those of the chart, and what the values set instead: (list . "gateway"). */}}
{{- define "parley.settings" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $own := include (printf "parley.settings.%s" $name) $root | fromYaml -}}
{{- mergeOverwrite $own (index $root.Values.settings $name) | toYaml -}}
{{- end }}

{{/* Changes with the content of ConfigMaps, so that pods follow it: (list . "process" "gateway"). */}}
{{- define "parley.checksum" -}}
{{- $root := index . 0 -}}
{{- $content := "" -}}
{{- range rest . -}}
{{- $content = print $content (include (printf "%s/config/%s.yaml" $root.Template.BasePath .) $root) -}}
{{- end -}}
{{- sha256sum $content -}}
{{- end }}

{{/* A Job cannot be changed: the name of each release, and of each change of it, is another one. */}}
{{- define "parley.migration.name" -}}
{{- $version := .Chart.AppVersion | replace "." "-" -}}
{{- printf "migration-v%s-%s" $version (include "parley.migration.spec" . | sha256sum | trunc 8) -}}
{{- end }}
