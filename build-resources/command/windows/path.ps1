# Adds the folder of the command "darkslide" to the PATH or removes it: path.ps1 add|remove user|machine
# Reads and writes the value without expanding its %variables%; its length is not limited.
param([string]$Action, [string]$Whose)
$ErrorActionPreference = 'Stop'

if ($Whose -eq 'machine') {
  $root = [Microsoft.Win32.Registry]::LocalMachine
  $name = 'SYSTEM\CurrentControlSet\Control\Session Manager\Environment'
} else {
  $root = [Microsoft.Win32.Registry]::CurrentUser
  $name = 'Environment'
}
$key = $root.OpenSubKey($name, $true)
$keep = [Microsoft.Win32.RegistryValueOptions]::DoNotExpandEnvironmentNames
$path = [string]$key.GetValue('Path', '', $keep)
$parts = @($path.Split(';') | Where-Object { $_ -ne '' -and $_.TrimEnd('\') -ne $PSScriptRoot })
if ($Action -eq 'add') { $parts += $PSScriptRoot }
$key.SetValue('Path', ($parts -join ';'), [Microsoft.Win32.RegistryValueKind]::ExpandString)
$key.Close()
