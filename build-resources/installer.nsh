; What the installer of Windows does besides putting the files down: offers Darkslide for photos and
; leaves them to the program that opens them now, and puts the command `darkslide` on the PATH.

!macro eachPhoto Action
  !insertmacro ${Action} "jpg"
  !insertmacro ${Action} "jpeg"
  !insertmacro ${Action} "png"
  !insertmacro ${Action} "webp"
  !insertmacro ${Action} "tif"
  !insertmacro ${Action} "tiff"
  !insertmacro ${Action} "heic"
  !insertmacro ${Action} "heif"
  !insertmacro ${Action} "avif"
  !insertmacro ${Action} "dng"
  !insertmacro ${Action} "cr2"
  !insertmacro ${Action} "cr3"
  !insertmacro ${Action} "crw"
  !insertmacro ${Action} "nef"
  !insertmacro ${Action} "arw"
  !insertmacro ${Action} "raf"
  !insertmacro ${Action} "orf"
  !insertmacro ${Action} "rw2"
  !insertmacro ${Action} "pef"
  !insertmacro ${Action} "srw"
  !insertmacro ${Action} "psd"
!macroend

!macro offerFor Ext
  WriteRegStr SHELL_CONTEXT "Software\Classes\.${Ext}\OpenWithProgids" "Darkslide.Photo" ""
!macroend

!macro forget Ext
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${Ext}\OpenWithProgids" "Darkslide.Photo"
!macroend

!macro changePath Action
  ${if} $installMode == "all"
    StrCpy $R0 "machine"
  ${else}
    StrCpy $R0 "user"
  ${endif}
  nsExec::Exec '"$SYSDIR\WindowsPowerShell\v1.0\powershell.exe" -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "$INSTDIR\resources\bin\path.ps1" ${Action} $R0'
  Pop $R0
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=2000
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Darkslide.Photo" "" "Photo"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Darkslide.Photo\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Darkslide.Photo\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  !insertmacro eachPhoto offerFor
  !insertmacro changePath add
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    !insertmacro eachPhoto forget
    DeleteRegKey SHELL_CONTEXT "Software\Classes\Darkslide.Photo"
    !insertmacro changePath remove
  ${endif}
!macroend
